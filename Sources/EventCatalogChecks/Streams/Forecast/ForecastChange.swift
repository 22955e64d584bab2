package import EventStreams

/// The change that a forecast compares with the present configuration.
package enum ForecastChange: Sendable, Hashable {
    /// Another rate of sampling. `unit` replaces the stream's unit; `nil` keeps it, or is the session in a stream that
    /// does not sample.
    case rate(Double, unit: SamplingUnit?)
    /// The stream as it is in another folder of streams.
    case streams(String)
    /// The stream as it is in the content of a file, YAML or JSON, with the settings of streams by name.
    case settings([UInt8], file: String)
}
