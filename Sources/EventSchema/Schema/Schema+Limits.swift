extension Schema {
    /// How much a schema may ask for, so that no schema and no instance costs more memory, stack or time than there is.
    /// What is beyond is refused, with an error or a finding that names the limit.
    public struct Limits: Sendable, Hashable {
        /// How many schemas may be nested in a document; 600 unless set. Compilation recurses, and takes 8 kB of stack
        /// for each.
        public var maximumNesting = 600
        /// How many schemas may refer to one another in a row, for one value; 100 unless set.
        public var maximumReferences = 100
        /// How many schemas may apply to one value, counted anew for each way that leads to them; 10 000 unless set.
        public var maximumSchemasPerValue = 10_000
        /// How many schemas may be compiled, those in documents that references lead to counted; 250 000 unless set. A
        /// schema that `$dynamicRef` reaches in several ways counts once for each.
        public var maximumSchemas = 250_000
        /// How many instructions the automaton of a regular expression may have; 20 000 unless set. A search takes at
        /// most that many steps for each character. All expressions of a schema together may have 25 times as many.
        public var maximumPatternSize = 20_000
        /// How many schemas may be applied within one another in a validation, which recurses; 1 100 unless set. Plain
        /// recursive schemas need two for each level of an instance.
        public var maximumDepth = 1_100
        /// How many visits to schemas that several others lead to a validation may make for each value of the instance;
        /// 100 unless set, and 200 000 besides for a verdict that fills in no defaults. Real schemas take a few.
        /// Recursion that multiplies them with each level is no reason to raise it: after the first 10 for each value,
        /// and 20 000 besides, which do not count, a schema is applied to a value only once.
        public var maximumVisitsPerValue = 100
        /// How many steps a validation may take for each byte of the instance; 100 unless set, and 50 million besides,
        /// for findings 20 million. A step is a look at a member, an element, a byte of a string or number, or a state
        /// of the automaton of a pattern. A list or object that `uniqueItems`, `enum` or `const` compares takes one to
        /// four for each byte, its own defaults included. Real schemas take one to ten. So a validation ends within
        /// about a second, and two more for each megabyte, also where a schema applies thousands of patterns to
        /// thousands of names.
        public var maximumStepsPerByte = 100
        /// How many bytes the locations and URIs of all schemas of a compilation may have together; and how many the
        /// locations and messages of an evaluation, with the defaults that it fills in. 256 MiB unless set. In a
        /// compilation each reference counts the way to its target four times for each step, and a schema that is
        /// compiled for a dynamic scope its own names and constants. It is exceeded by names of 100 kB above thousands
        /// of values or of targets, or where thousands of schemas apply to thousands of elements.
        public var maximumLocationsSize = 256 << 20

        /// How many regular expressions of the full size a schema may have.
        static let patternsOfFullSize = 25

        /// Creates the limits that hold unless others are given.
        public init() {}
    }
}
