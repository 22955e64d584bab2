#if !Catalog && !Intake && !Kafka && !CommandLine
    #error(
        """
        EventCatalog needs the trait "Catalog" of its package: .package(…, traits: ["Catalog"]); EventCatalogTesting \
        needs ["Client", "Catalog"]
        """)
#endif
