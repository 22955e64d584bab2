#if !Intake && !Kafka && !CommandLine
    #error(
        """
        EventIntake needs the trait "Intake" of its package: .package(…, traits: ["Intake"]); eventctl needs \
        ["CommandLine"], the default
        """)
#endif
