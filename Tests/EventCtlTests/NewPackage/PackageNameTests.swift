import Foundation
import TestSupport
import Testing

@testable import eventctl

@Suite struct PackageNameTests {
    @Test(arguments: [
        ("tea", "tea"), ("PodcastPlayer", "podcast_player"), ("App2Go", "app2_go"), ("my_app", "my_app"),
    ])
    func `a name of a module is taken, and begins schema and stream in snake case`(name: String, area: String) throws {
        #expect(try PackageName(name).area == area)
    }

    @Test(arguments: [
        ("podcast-player", "such as podcast_player"), ("2go", "such as go"), ("_", "such as podcasts"),
        ("", "such as podcasts"), ("a.b", "such as a_b"), ("Ökonomie", "such as konomie"), ("a/b", "it is a path"),
        ("class", "such as classApp"), ("main", "a word of Swift"), ("EventPlatform", "the name of a module"),
        (String(repeating: "a", count: 65), "more than 64"),
    ])
    func `a name that no module can have is refused with one that can be used`(name: String, reason: String) throws {
        let error = #expect(throws: InvalidPackageName.self) { try PackageName(name) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    /// Fails when a target or a library is added to our package and not to the names that are refused.
    @Test func `the modules of the platform and of its libraries are refused`() throws {
        let manifest = try String(contentsOf: Checkout.file("Package.swift"), encoding: .utf8)
        let named = manifest.matches(of: /(executableTarget|target|systemLibrary|product)\(\s*name: "([A-Za-z0-9]+)"/)
        let inNoProduct = [
            "TestSupport", "CatalogTestSupport", "MockBrokers", "StoreHammer", "Shop", "tea", "validators",
        ]
        let names = Set(named.map { String($0.2) }).subtracting(inNoProduct)
        #expect(names.count > 30)
        #expect(names.subtracting(PackageName.modules).isEmpty)
    }
}
