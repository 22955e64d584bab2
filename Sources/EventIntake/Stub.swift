import EventSchema
import GRDB
import Hummingbird
