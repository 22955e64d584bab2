import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventStreams

extension StreamFolder {
    /// The events a day of each usable stream as `eventctl simulate stream` forecasts them, lowest and highest. A
    /// pattern has no forecast.
    ///
    /// - Parameters:
    ///   - clients: the number of installations that send.
    ///   - schemas: the schemas of the events.
    ///   - names: the streams; all when there are none.
    /// - Returns: the forecasts by stream.
    /// - Throws: `ForecastError`.
    func dailyEvents(
        of clients: Int, _ schemas: SchemaRepository, only names: [String] = []
    ) throws -> [String: ClosedRange<Double>] {
        let planned = configurations.names.filter { !$0.hasPrefix("/") && (names.isEmpty || names.contains($0)) }
        return Dictionary(
            uniqueKeysWithValues: try planned.compactMap { name -> (String, ClosedRange<Double>)? in
                let forecast = try forecast(
                    name, ForecastScenario(clients: clients), schemas: schemas, shares: .none, change: nil)
                return forecast.sides.first.map { (name, $0.spread.low...$0.spread.high) }
            })
    }
}

extension ForecastScenario {
    /// Checks the value of `--clients`.
    ///
    /// - Throws: `ValidationError`.
    static func check(clients: Int?) throws {
        guard let clients, !clientRange.contains(clients) else { return }
        throw ValidationError(
            "--clients must be \(clientRange.lowerBound) to \(clientRange.upperBound), it is \(clients)")
    }
}
