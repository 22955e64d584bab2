"""The messages of topics, from a place on."""
import os

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, TopicPartition


class ReadError(Exception):
    pass


def settings(path):
    """librdkafka's settings: `name = value` in each line of a file, then those of EVENT_KAFKA_ in the environment."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            name, equals, value = line.partition("=")
            if line.strip() and not line.lstrip().startswith("#"):
                if not equals:
                    raise ReadError(f"{path}:{number}: is not a setting. Write name=value.")
                found[name.strip()] = value.strip()
    for name, value in os.environ.items():
        if name.startswith("EVENT_KAFKA_"):
            found[name.removeprefix("EVENT_KAFKA_").lower().replace("_", ".")] = value
    return found


class Topics:
    """The offsets are kept with the rows, so that the consumer has no part in a group and commits none."""

    def __init__(self, settings, names, offsets):
        self.offsets = offsets
        # The intake's file may have settings of a producer, about which librdkafka warns on a level above that.
        self.consumer = Consumer({"group.id": "kafka-consumer-example", "log_level": 3} | settings | {
            "auto.offset.reset": "error", "enable.auto.commit": False, "enable.partition.eof": True})
        self.places = [place for name in names for place in self.partitions(name)]
        self.consumer.assign([TopicPartition(*place, offsets.get(place, OFFSET_BEGINNING)) for place in self.places])

    def partitions(self, name):
        try:
            topic = self.consumer.list_topics(name, timeout=5).topics[name]
        except KafkaException as error:
            raise ReadError(f"no answer from bootstrap.servers: {error.args[0].str()}") from None
        if topic.error:
            raise ReadError(f"{name}: {topic.error.str()}")
        return [(name, number) for number in topic.partitions]

    def batches(self, size, until_end):
        """Messages by their places, with where to read on after them; each second, also if there are none."""
        ended = set()
        while not (until_end and len(ended) == len(self.places)):
            messages, offsets = {}, {}
            for message in self.consumer.consume(size, timeout=1):
                place = (message.topic(), message.partition())
                if message.error() is None:
                    messages["%s/%d/%d" % (*place, message.offset())] = message.value()
                    offsets[place] = message.offset() + 1
                    ended.discard(place)
                elif message.error().code() == KafkaError._PARTITION_EOF:
                    ended.add(place)
                else:
                    raise self.failure(message)
            self.offsets |= offsets
            yield messages, offsets

    def lags(self):
        """How many messages there are to read in each partition, as far as the brokers have said."""
        marks = {
            place: self.consumer.get_watermark_offsets(TopicPartition(*place), cached=True) for place in self.places}
        # Without an offset it is read from its first message on; unknown marks are negative.
        return {
            place: max(0, end - max(first, self.offsets.get(place, 0))) for place, (first, end) in marks.items()}

    def failure(self, message):
        topic, partition = message.topic(), message.partition()
        if message.error().code() != KafkaError._AUTO_OFFSET_RESET:
            return ReadError(f"{topic}, partition {partition}: {message.error().str()}")
        return ReadError(
            f"{topic}, partition {partition}: there is no message {self.offsets.get((topic, partition))}, which is to "
            f"be read next. Messages were deleted before they were read, or the topic was made anew. To read what is "
            f"there, run: DELETE FROM kafka_offsets WHERE topic = '{topic}'")
