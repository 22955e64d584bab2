import ArgumentParser
import EventSchema
import Foundation

/// Times our validator on schemas and texts that other validators are given too; `run` beside this file compares.
@main
struct Validators: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validators", subcommands: [Times.self, Repeat.self, Plot.self])

    struct Times: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints verdicts and times, a JSON document a case.")

        @Argument(help: "A file with a case in each line.") var cases: String
        @Option(help: "For how many seconds each work is timed.") var seconds = 0.1

        func run() throws {
            for text in try String(contentsOf: URL(filePath: cases), encoding: .utf8).split(separator: "\n") {
                print(try Case(JSON(parsing: text)).figures(seconds: seconds).jsonText)
            }
        }
    }

    struct Repeat: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Does one work so many times, for Benchmarks/instructions.")

        @Argument(help: "A file with one case.") var file: String
        @Argument(help: "One of \(Case.Work.allCases.map(\.rawValue).joined(separator: ", ")).") var work: Case.Work
        @Option(help: "How many times.") var count: Int

        func run() throws {
            let inputs = try Case(JSON(parsing: String(contentsOf: URL(filePath: file), encoding: .utf8)))
            var sum = 0
            for _ in 0..<count { sum &+= try inputs.perform(work) }
            print(sum)
        }
    }

    struct Plot: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints a plot of figures as SVG.")

        @Argument(help: "A file with the figures.") var figures: String

        func run() throws {
            let figures = try JSON(parsing: String(contentsOf: URL(filePath: figures), encoding: .utf8))
            print(ValidatorPlot(figures).svg, terminator: "")
        }
    }
}
