#if !Catalog
    #error("EventCatalog needs the trait \"Catalog\" of its package: .package(…, traits: [\"Catalog\"])")
#endif
