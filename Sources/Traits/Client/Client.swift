#if !Client && !AsyncHTTPClient && !CommandLine
    #error("EventPlatform and its test kit need the trait \"Client\": .package(…, traits: [\"Client\"])")
#endif
