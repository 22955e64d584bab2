#if !CommandLine
    #error("eventctl needs the trait \"CommandLine\" of its package: .package(…, traits: [\"CommandLine\"])")
#endif
