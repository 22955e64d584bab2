// What the machine can do for a program that does nothing else: the floor that the client is compared with.
//
//   floor rows FILE COUNT PER_TRANSACTION [BYTES]   rows of 545 or so many bytes into SQLite; prints rows a second
//   floor serve                                a server that responds to every POST with 201; prints its port
//   floor drain PORT COUNT                     sends COUNT events of 545 bytes, 100 a POST, over one connection; prints
//                                              events a second
//   floor drain-rows PORT FILE                 does the same with the rows that `floor rows` has left in FILE: reads
//                                              100, sends them, and deletes them in a transaction
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum { bodyBytes = 545, eventsPerPost = 100 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void require(int isRight, const char *what) {
    if (isRight) return;
    fprintf(stderr, "floor: %s failed\n", what);
    exit(70);
}

// Rows

static int rows(const char *path, int count, int perTransaction, int bytes) {
    sqlite3 *database;
    sqlite3_stmt *insert;
    char *body = malloc(bytes), id[16];
    require(body != NULL, "reserving memory");
    memset(body, 'x', bytes);
    require(sqlite3_open(path, &database) == SQLITE_OK, "opening");
    const char *sql = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "CREATE TABLE event (row INTEGER PRIMARY KEY, id BLOB NOT NULL, stream INTEGER NOT NULL, body BLOB NOT NULL);"
        "CREATE UNIQUE INDEX event_id ON event (id)";
    require(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, "creating");
    sql = "INSERT INTO event (id, stream, body) VALUES (?, 1, ?)";
    require(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &insert, NULL) == SQLITE_OK, "preparing");
    double start = seconds();
    for (int number = 0; number < count; number++) {
        if (number % perTransaction == 0) require(!sqlite3_exec(database, "BEGIN", NULL, NULL, NULL), "beginning");
        memset(id, 0, sizeof id);
        snprintf(id, sizeof id, "%012d", number);
        sqlite3_bind_blob(insert, 1, id, sizeof id, SQLITE_STATIC);
        sqlite3_bind_blob(insert, 2, body, bytes, SQLITE_STATIC);
        require(sqlite3_step(insert) == SQLITE_DONE, "inserting");
        sqlite3_reset(insert);
        int isLast = number % perTransaction == perTransaction - 1 || number == count - 1;
        if (isLast) require(!sqlite3_exec(database, "COMMIT", NULL, NULL, NULL), "committing");
    }
    printf("%.0f\n", count / (seconds() - start));
    sqlite3_finalize(insert);
    sqlite3_close(database);
    free(body);
    return 0;
}

// Requests

static int connection(int port, int listens) {
    int socketID = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(socketID, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (!listens) {
        require(!connect(socketID, (struct sockaddr *)&address, sizeof address), "connecting");
        return socketID;
    }
    socklen_t length = sizeof address;
    require(!bind(socketID, (struct sockaddr *)&address, length) && !listen(socketID, 16), "listening");
    getsockname(socketID, (struct sockaddr *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return socketID;
}

static void sendAll(int socketID, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = write(socketID, bytes, count);
        require(sent > 0, "sending");
        bytes += sent;
        count -= sent;
    }
}

static void *respond(void *argument) {
    int client = (int)(intptr_t)argument, used = 0;
    static const char created[] = "HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n";
    const int size = 1 << 20;
    char *buffer = malloc(size + 1);
    for (ssize_t got; (got = read(client, buffer + used, size - used)) > 0;) {
        used += got;
        buffer[used] = 0;
        for (char *end; (end = strstr(buffer, "\r\n\r\n"));) {
            char *header = strcasestr(buffer, "content-length:");
            long whole = end + 4 - buffer + (header && header < end ? atol(header + 15) : 0);
            if (whole > used) break;
            sendAll(client, created, sizeof created - 1);
            used -= whole;
            memmove(buffer, buffer + whole, used + 1);
        }
    }
    free(buffer);
    close(client);
    return NULL;
}

static void serve(void) {
    int listener = connection(0, 1);
    for (;;) {
        int client = accept(listener, NULL, NULL), one = 1;
        require(client >= 0, "accepting");
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        pthread_t thread;
        require(!pthread_create(&thread, NULL, respond, (void *)(intptr_t)client), "starting a thread");
        pthread_detach(thread);
    }
}

enum { headRoom = 256 };

// A request whose body is full of x; its size in `size`, where the body begins in `head`.
static char *newRequest(int *head, size_t *size) {
    size_t bodyCount = 1 + eventsPerPost * (bodyBytes + 1);
    char *request = malloc(bodyCount + headRoom);
    *head = sprintf(request, "POST /v1/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        "content-length: %zu\r\n\r\n", bodyCount);
    memset(request + *head, 'x', bodyCount);
    *size = *head + bodyCount;
    return request;
}

static void post(int server, const char *request, size_t size) {
    char buffer[4096];
    sendAll(server, request, size);
    size_t used = 0;
    do {
        ssize_t got = read(server, buffer + used, sizeof buffer - 1 - used);
        require(got > 0, "reading");
        buffer[used += got] = 0;
    } while (!strstr(buffer, "\r\n\r\n"));
}

static int drain(int port, int count) {
    int head, server = connection(port, 0);
    size_t size;
    char *request = newRequest(&head, &size);
    double start = seconds();
    for (int sent = 0; sent < count; sent += eventsPerPost) post(server, request, size);
    printf("%.0f\n", count / (seconds() - start));
    free(request);
    return 0;
}

static int drainRows(int port, const char *path) {
    int head, server = connection(port, 0), count = 0, inBatch;
    size_t size;
    char *request = newRequest(&head, &size);
    sqlite3 *database;
    sqlite3_stmt *select, *delete;
    require(sqlite3_open(path, &database) == SQLITE_OK, "opening");
    require(!sqlite3_exec(database, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL), "setting");
    const char *sql = "SELECT row, id, body FROM event ORDER BY row LIMIT 100";
    require(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &select, NULL) == SQLITE_OK, "preparing");
    sql = "DELETE FROM event WHERE row = ?";
    require(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &delete, NULL) == SQLITE_OK, "preparing");
    double start = seconds();
    do {
        sqlite3_int64 batch[eventsPerPost];
        for (inBatch = 0; sqlite3_step(select) == SQLITE_ROW; inBatch++) {
            batch[inBatch] = sqlite3_column_int64(select, 0);
            memcpy(request + head + 1 + inBatch * (bodyBytes + 1), sqlite3_column_blob(select, 2), bodyBytes);
        }
        sqlite3_reset(select);
        if (inBatch == 0) break;
        post(server, request, size);
        require(!sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL), "beginning");
        for (int event = 0; event < inBatch; event++) {
            sqlite3_bind_int64(delete, 1, batch[event]);
            require(sqlite3_step(delete) == SQLITE_DONE, "deleting");
            sqlite3_reset(delete);
        }
        require(!sqlite3_exec(database, "COMMIT", NULL, NULL, NULL), "committing");
        count += inBatch;
    } while (inBatch == eventsPerPost);
    printf("%.0f\n", count / (seconds() - start));
    sqlite3_finalize(select);
    sqlite3_finalize(delete);
    sqlite3_close(database);
    free(request);
    return 0;
}

int main(int count, char **words) {
    if ((count == 5 || count == 6) && !strcmp(words[1], "rows"))
        return rows(words[2], atoi(words[3]), atoi(words[4]), count == 6 ? atoi(words[5]) : bodyBytes);
    if (count == 2 && !strcmp(words[1], "serve")) serve();
    if (count == 4 && !strcmp(words[1], "drain")) return drain(atoi(words[2]), atoi(words[3]));
    if (count == 4 && !strcmp(words[1], "drain-rows")) return drainRows(atoi(words[2]), words[3]);
    fprintf(stderr, "usage: floor rows FILE COUNT PER_TRANSACTION [BYTES] | serve | drain PORT COUNT | "
        "drain-rows PORT FILE\n");
    return 64;
}
