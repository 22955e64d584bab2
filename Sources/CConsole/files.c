#include "CConsole.h"

// C23 has it; compilers of earlier standards have it as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Zero ends the content, which is text.
#define CONTENT (const unsigned char[])

static const console_file files[] = {
    {"api.js", CONTENT {
#embed "Page/api.js" suffix(, 0)
    }},
    {"app.js", CONTENT {
#embed "Page/app.js" suffix(, 0)
    }},
    {"arrived.js", CONTENT {
#embed "Page/arrived.js" suffix(, 0)
    }},
    {"bars.js", CONTENT {
#embed "Page/bars.js" suffix(, 0)
    }},
    {"check.js", CONTENT {
#embed "Page/check.js" suffix(, 0)
    }},
    {"clients.js", CONTENT {
#embed "Page/clients.js" suffix(, 0)
    }},
    {"compare.js", CONTENT {
#embed "Page/compare.js" suffix(, 0)
    }},
    {"completion.js", CONTENT {
#embed "Page/completion.js" suffix(, 0)
    }},
    {"configuration.js", CONTENT {
#embed "Page/configuration.js" suffix(, 0)
    }},
    {"copies.js", CONTENT {
#embed "Page/copies.js" suffix(, 0)
    }},
    {"details.js", CONTENT {
#embed "Page/details.js" suffix(, 0)
    }},
    {"download.js", CONTENT {
#embed "Page/download.js" suffix(, 0)
    }},
    {"elements.js", CONTENT {
#embed "Page/elements.js" suffix(, 0)
    }},
    {"errorevents.js", CONTENT {
#embed "Page/errorevents.js" suffix(, 0)
    }},
    {"explanation.js", CONTENT {
#embed "Page/explanation.js" suffix(, 0)
    }},
    {"faults.js", CONTENT {
#embed "Page/faults.js" suffix(, 0)
    }},
    {"faultwords.js", CONTENT {
#embed "Page/faultwords.js" suffix(, 0)
    }},
    {"feed.js", CONTENT {
#embed "Page/feed.js" suffix(, 0)
    }},
    {"fieldmenu.js", CONTENT {
#embed "Page/fieldmenu.js" suffix(, 0)
    }},
    {"fields.js", CONTENT {
#embed "Page/fields.js" suffix(, 0)
    }},
    {"filters.js", CONTENT {
#embed "Page/filters.js" suffix(, 0)
    }},
    {"findings.js", CONTENT {
#embed "Page/findings.js" suffix(, 0)
    }},
    {"fixes.js", CONTENT {
#embed "Page/fixes.js" suffix(, 0)
    }},
    {"foreign.js", CONTENT {
#embed "Page/foreign.js" suffix(, 0)
    }},
    {"going.js", CONTENT {
#embed "Page/going.js" suffix(, 0)
    }},
    {"headers.js", CONTENT {
#embed "Page/headers.js" suffix(, 0)
    }},
    {"hidden.js", CONTENT {
#embed "Page/hidden.js" suffix(, 0)
    }},
    {"index.html", CONTENT {
#embed "Page/index.html" suffix(, 0)
    }},
    {"journey.js", CONTENT {
#embed "Page/journey.js" suffix(, 0)
    }},
    {"json.js", CONTENT {
#embed "Page/json.js" suffix(, 0)
    }},
    {"keys.js", CONTENT {
#embed "Page/keys.js" suffix(, 0)
    }},
    {"ledger.js", CONTENT {
#embed "Page/ledger.js" suffix(, 0)
    }},
    {"list.js", CONTENT {
#embed "Page/list.js" suffix(, 0)
    }},
    {"live.js", CONTENT {
#embed "Page/live.js" suffix(, 0)
    }},
    {"menu.js", CONTENT {
#embed "Page/menu.js" suffix(, 0)
    }},
    {"minutes.js", CONTENT {
#embed "Page/minutes.js" suffix(, 0)
    }},
    {"missing.js", CONTENT {
#embed "Page/missing.js" suffix(, 0)
    }},
    {"news.js", CONTENT {
#embed "Page/news.js" suffix(, 0)
    }},
    {"pane.js", CONTENT {
#embed "Page/pane.js" suffix(, 0)
    }},
    {"pasted.js", CONTENT {
#embed "Page/pasted.js" suffix(, 0)
    }},
    {"reasons.js", CONTENT {
#embed "Page/reasons.js" suffix(, 0)
    }},
    {"received.js", CONTENT {
#embed "Page/received.js" suffix(, 0)
    }},
    {"rejection.js", CONTENT {
#embed "Page/rejection.js" suffix(, 0)
    }},
    {"schema.js", CONTENT {
#embed "Page/schema.js" suffix(, 0)
    }},
    {"sending.js", CONTENT {
#embed "Page/sending.js" suffix(, 0)
    }},
    {"settings.js", CONTENT {
#embed "Page/settings.js" suffix(, 0)
    }},
    {"streamrow.js", CONTENT {
#embed "Page/streamrow.js" suffix(, 0)
    }},
    {"streams.js", CONTENT {
#embed "Page/streams.js" suffix(, 0)
    }},
    {"style.css", CONTENT {
#embed "Page/style.css" suffix(, 0)
    }},
    {"terms.js", CONTENT {
#embed "Page/terms.js" suffix(, 0)
    }},
    {"view.js", CONTENT {
#embed "Page/view.js" suffix(, 0)
    }},
};

size_t console_file_count(void) { return sizeof files / sizeof files[0]; }

console_file console_file_at(size_t position) { return files[position]; }
