import EventIntake
import Foundation
import TestSupport

extension Checkout {
    /// An intake with the streams and schemas of the repository.
    static func intakeConfiguration(store: String) -> IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.streams = .directory(file("Streams").path)
        configuration.schemaRoots = [file("Schemas").path]
        configuration.storePath = store
        return configuration
    }
}
