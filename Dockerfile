# The program with what it reads and prints files with; docs/operations.md says how to run it.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN .ci/build.sh

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates chromium fonts-wqy-microhei tesseract-ocr tesseract-ocr-chi-sim \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /data zhiwen \
 && install -d -o zhiwen -g zhiwen -m 700 /data
COPY --from=build /src/bin /opt/zhiwen
USER zhiwen
# Pages and the log tell times in the zone TZ, such as Asia/Shanghai: docker run -e TZ=Asia/Shanghai.
ENV ZHIWEN_DATA=/data ZHIWEN_ADDR=0.0.0.0:8080 HOME=/tmp TZ=UTC
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/opt/zhiwen/zhiwen"]
CMD ["serve"]
