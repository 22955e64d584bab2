#if Kafka
    import CRdKafka
    import Foundation

    // A cluster of mock brokers in a process of its own, for the tests of the sink for Kafka: `MockBrokers BROKERS`.
    //
    // It prints the brokers' addresses, then replies to each line of standard input with one line: `ok`, or what is
    // wrong with the command. It ends with its input. `Cluster` has the commands.

    func reply(_ line: String) {
        print(line)
        fflush(nil)
    }

    guard CommandLine.arguments.count == 2, let brokers = Int32(CommandLine.arguments[1]),
        let cluster = Cluster(brokers: brokers)
    else {
        reply("usage: MockBrokers BROKERS")
        exit(64)
    }
    reply(cluster.servers)
    while let line = readLine() {
        reply(cluster.run(line.split(separator: " ").map(String.init)) ?? "ok")
    }
    cluster.end()
#endif
