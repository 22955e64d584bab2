import EventSchema
import Yams
