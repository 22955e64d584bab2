extension EventPlatformClient.Configuration {
    /// The time after which a session ends in the background, or between two processes.
    var timeoutInBackground: Duration { backgroundSessionTimeout ?? sessionTimeout }
}
