import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import eventctl

@Suite struct PlatformPackageTests {
    @Test(arguments: [
        ("https://example.org/a/swift-event-platform", "swift-event-platform"),
        ("https://example.org/fork.git", "fork"), ("git@example.org:team/fork.git", "fork"),
        ("ssh://git@example.org/fork/", "fork"),
    ])
    func `a URL is a repository, whose end is the name of the package`(url: String, name: String) throws {
        let platform = try PlatformPackage(url)
        #expect(platform == .url(url) && platform.name == name)
        #expect(platform.dependency == #".package(url: "\#(url)", branch: "main")"#)
    }

    @Test func `a path is a folder with the package, and is relative to the new package in its manifest`() throws {
        #expect(try PlatformPackage(Checkout.root.path + "/").dependency.contains(#"path: "\#(Checkout.root.path)")"#))
        #expect(PlatformPackage.path("up/\"a").dependency.hasSuffix(#"path: "../up/\"a")"#))
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        #expect(throws: ValidationError.self) { try PlatformPackage(folder.url.path) }
        #expect(throws: ValidationError.self) { try PlatformPackage("example.org/fork") }
    }

    @Test func `the checkout of a program is the nearest folder with the package around it, behind links`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = URL(filePath: try folder.write("", to: "checkout/.build/debug/eventctl"))
        #expect(PlatformPackage.checkout(around: program) == nil)
        // A package that depends on the platform has a manifest alone.
        try folder.write("", to: "checkout/Package.swift")
        #expect(PlatformPackage.checkout(around: program) == nil)
        try folder.write("", to: "checkout/Sources/EventPlatform/A.swift")
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
        let checkout = folder.url.resolvingSymlinksInPath().appending(path: "checkout").path
        #expect(PlatformPackage.checkout(around: program) == checkout)
        #expect(PlatformPackage.checkout(around: link) == checkout)
        #expect(PlatformPackage.checkout(around: nil) == nil)
    }
}
