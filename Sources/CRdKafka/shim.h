// librdkafka, for the sink that writes to Kafka. Debian: librdkafka-dev.
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>  // the cluster of the tests

/// Adds a message to the queue of a producer, which copies its parts. `rd_kafka_producev` is variadic, which Swift cannot
/// call.
///
/// `key` may be null. `schema` and `id` are the values of the headers.
static inline rd_kafka_resp_err_t event_intake_produce(
    rd_kafka_t *producer, rd_kafka_topic_t *topic, const void *key, size_t key_size, const void *value,
    size_t value_size, const void *schema, size_t schema_size, const void *id, size_t id_size, void *opaque) {
    rd_kafka_headers_t *headers = rd_kafka_headers_new(2);
    rd_kafka_header_add(headers, "$schema", sizeof "$schema" - 1, schema, schema_size);
    rd_kafka_header_add(headers, "meta.id", sizeof "meta.id" - 1, id, id_size);
    rd_kafka_resp_err_t error = rd_kafka_producev(
        producer, RD_KAFKA_V_RKT(topic), RD_KAFKA_V_KEY((void *)key, key_size),
        RD_KAFKA_V_VALUE((void *)value, value_size), RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_OPAQUE(opaque),
        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    if (error) rd_kafka_headers_destroy(headers);  // otherwise they are librdkafka's
    return error;
}
