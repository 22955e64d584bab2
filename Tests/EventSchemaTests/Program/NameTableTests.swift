import Testing

@testable import EventSchema

@Suite struct NameTableTests {
    @Test func `each name has its number, and a prefix or a longer name has none`() {
        let names = [
            "", "a", "é", "action", "1234567", "12345678", "123456789", "a name of 16 b..", "a name of 17 byt.",
        ]
        let table = NameTable(names)
        for (number, name) in names.enumerated() {
            #expect(table.number(of: name) == number)
            #expect(table.number(of: name + "x") == nil)
        }
        #expect(NameTable().number(of: "a") == nil)
    }

    @Test(arguments: [3, 8, 15, 24])
    func `names that differ between the same ends are told apart`(middleCount: Int) {
        func name(_ middle: String) -> String {
            "benchmar" + middle + String(repeating: ".", count: middleCount - middle.count) + "k.clicks"
        }
        let names = (100..<600).map { name("\($0)") }
        let table = NameTable(names)
        for (number, name) in names.enumerated() { #expect(table.number(of: name) == number) }
        #expect(table.number(of: name("???")) == nil)
    }
}
