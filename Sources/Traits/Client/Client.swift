#if !Client && !AsyncHTTPClient && !CommandLine
    #error("EventPlatform needs the trait \"Client\" of its package: .package(…, traits: [\"Client\"])")
#endif
