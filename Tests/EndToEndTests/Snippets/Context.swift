import EventPlatform

private func pushingContext(client: EventPlatformClient) {
    client.updateContext {
        $0.page.title = "Blue whale"
        $0.performer.isLoggedIn = true
    }
}
