/* line_by_line.c - the plain way to read a k6 stream: cJSON on each line, all durations
 * in one vector, sorted. What bench-ingest compares with. Prints n, mean and percentiles
 * of http_req_duration in s.
 *
 * usage: line_by_line FILE */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double percentile(const double *sorted, size_t n, double p)
{
    double h = (double)(n - 1) * p / 100;
    size_t i = (size_t)h;
    return i + 1 >= n ? sorted[n - 1]
                      : sorted[i] + (h - (double)i) * (sorted[i + 1] - sorted[i]);
}

int main(int argc, char **argv)
{
    FILE *from = argc > 1 ? fopen(argv[1], "r") : stdin;
    char *line = NULL;
    size_t room = 0, n = 0, cap = 0;
    ssize_t len;
    double *values = NULL, sum = 0;
    if (!from) {
        return 1;
    }
    while ((len = getline(&line, &room, from)) > 0) {
        cJSON *root = cJSON_ParseWithLength(line, (size_t)len);
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(root, "metric");
        const cJSON *data = cJSON_GetObjectItemCaseSensitive(root, "data");
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(data, "value");
        if (name && value && strcmp(name->valuestring, "http_req_duration") == 0) {
            if (n == cap) {
                cap = cap ? 2 * cap : 1024;
                values = realloc(values, cap * sizeof *values);
                if (!values) {
                    return 1;
                }
            }
            values[n++] = value->valuedouble;
            sum += value->valuedouble;
        }
        cJSON_Delete(root);
    }
    if (n > 0) {
        qsort(values, n, sizeof *values, ascending);
        printf("%zu %.9g %.9g %.9g %.9g\n", n, sum / (double)n / 1000,
               percentile(values, n, 50) / 1000, percentile(values, n, 95) / 1000,
               percentile(values, n, 99) / 1000);
    }
    free(values);
    free(line);
    fclose(from);
    return 0;
}
