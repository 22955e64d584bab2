/// The version of this package.
package enum PackageVersion {
    /// The version as of semantic versioning.
    package static let current = "0.1.0"
}
