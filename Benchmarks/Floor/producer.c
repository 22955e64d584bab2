// What librdkafka takes for an event by itself: the floor that an intake with its sink is compared with.
//
//   producer SERVERS TOPIC COUNT BATCH OPEN < EVENTS     sends COUNT of the lines of EVENTS, again from the first after
//                                                        the last, BATCH at a time, while fewer than OPEN batches wait
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maximumLines = 10000, maximumBytes = 4096 };

static int waiting;

static void delivered(rd_kafka_t *producer, const rd_kafka_message_t *message, void *opaque) {
    (void)producer, (void)opaque;
    if (message->err) {
        fprintf(stderr, "producer: %s\n", rd_kafka_err2str(message->err));
        exit(70);
    }
    waiting--;
}

static void produce(rd_kafka_t *producer, const char *topic, const char *value) {
    rd_kafka_headers_t *headers = rd_kafka_headers_new(2);
    rd_kafka_header_add(headers, "$schema", -1, "/analytics/product_metrics/app/search/1.0.0", -1);
    rd_kafka_header_add(headers, "meta.id", -1, "b0caf18d-6c7f-4403-947d-2712bbe28610", -1);
    rd_kafka_resp_err_t error = rd_kafka_producev(
        producer, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_VALUE((void *)value, strlen(value)),
        RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    if (error) {
        fprintf(stderr, "producer: %s\n", rd_kafka_err2str(error));
        exit(70);
    }
    waiting++;
}

int main(int count, char **arguments) {
    if (count != 6) return 64;
    int events = atoi(arguments[3]), batch = atoi(arguments[4]), open = atoi(arguments[5]);
    static char *lines[maximumLines], line[maximumBytes];
    int lineCount = 0;
    while (lineCount < maximumLines && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        lines[lineCount++] = strdup(line);
    }
    const char *settings[][2] = {
        {"bootstrap.servers", arguments[1]}, {"enable.idempotence", "true"}, {"compression.type", "lz4"},
        {"client.id", "event-intake"}};
    char reason[512];
    rd_kafka_conf_t *configuration = rd_kafka_conf_new();
    for (size_t place = 0; place < sizeof settings / sizeof *settings; place++)
        if (rd_kafka_conf_set(configuration, settings[place][0], settings[place][1], reason, sizeof reason)) return 70;
    rd_kafka_conf_set_dr_msg_cb(configuration, delivered);
    rd_kafka_t *producer = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, reason, sizeof reason);
    if (!producer || !lineCount) return 70;
    for (int sent = 0; sent < events; sent++) {
        produce(producer, arguments[2], lines[sent % lineCount]);
        if ((sent + 1) % batch) continue;
        while (waiting > (open - 1) * batch) rd_kafka_poll(producer, 100);
    }
    while (waiting) rd_kafka_poll(producer, 100);
    rd_kafka_destroy(producer);
    return 0;
}
