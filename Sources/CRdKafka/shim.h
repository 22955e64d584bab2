// librdkafka, for the sink that writes to Kafka. Debian: librdkafka-dev.
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>  // the cluster of the tests

/// Adds a message to the queue of a producer, which copies key and value. `rd_kafka_producev` is variadic, which Swift
/// cannot call.
///
/// `key` may be null. When this succeeds, librdkafka owns the headers; otherwise the caller still does.
static inline rd_kafka_resp_err_t event_intake_produce(
    rd_kafka_t *producer, const char *topic, const void *key, size_t key_size, const void *value, size_t value_size,
    rd_kafka_headers_t *headers, void *opaque) {
    return rd_kafka_producev(
        producer, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_KEY((void *)key, key_size),
        RD_KAFKA_V_VALUE((void *)value, value_size), RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_OPAQUE(opaque),
        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
}
