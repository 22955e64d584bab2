#if !Intake
    #error("EventIntake needs the trait \"Intake\" of its package: .package(…, traits: [\"Intake\"])")
#endif
