#if !Client
    #error("EventPlatform needs the trait \"Client\" of its package: .package(…, traits: [\"Client\"])")
#endif
