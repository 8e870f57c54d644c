package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

// An upload that has stopped coming does not keep the server from ending in
// order; serveFolder holds it to that.
func TestServeStopsDuringUpload(t *testing.T) {
	t.Parallel()
	var client net.Conn
	t.Cleanup(func() { // after the server has ended
		if client != nil {
			_ = client.Close()
		}
	})
	address := strings.TrimPrefix(serveFolder(t, t.TempDir()), "http://")
	var err error
	client, err = new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(client, "POST /checks HTTP/1.1\r\nHost: %s\r\nContent-Type: multipart/form-data; boundary=b\r\n"+
		"Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n", address)
	answer, err := http.ReadResponse(bufio.NewReader(client), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusContinue {
		t.Fatalf("status %d", answer.StatusCode)
	}
	fmt.Fprint(client, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf")
}

// An address that is taken is said as what it is, with what to do.
func TestAddressIsTaken(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	code, _, complaint := zhiwen(t, "serve", "--data", t.TempDir(), "--addr", listener.Addr().String())
	if code != exitFailed || !strings.Contains(complaint, "cannot listen on "+listener.Addr().String()) || !strings.Contains(complaint, "--addr") || strings.Contains(complaint, "database") {
		t.Errorf("exit %d: %s", code, complaint)
	}
}
