import Testing

@testable import EventPlatform

@Suite struct RefusalCountTests {
    @Test(arguments: [
        ("granted", 0), ("declined", 0), ("granted 2", 2), ("undecided asked-again", 0), ("declined set-aside 7", 7),
        ("granted 1048575", RefusalCount.maximum),
    ])
    func `a record has its number`(_ record: String, _ number: Int64) {
        #expect(RefusalCount.number(in: record) == number)
    }

    @Test(arguments: [
        "", " ", "2", "2 2", "Granted", "granted ", " granted", "granted  2", "granted 2 ", "granted 0",
        "granted 1048576", "granted 99999999999999999999", "granted -2", "granted 2 2", "granted 2 set-aside",
        "granted set aside", "set-aside", "granted set-aside 2 2", "granted\n", "granted ٢",
    ])
    func `a text of another form has none`(_ text: String) {
        #expect(RefusalCount.number(in: text) == nil)
    }
}
