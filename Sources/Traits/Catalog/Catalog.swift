#if !Catalog && !Intake && !CommandLine
    #error("EventCatalog needs the trait \"Catalog\" of its package: .package(…, traits: [\"Catalog\"])")
#endif
