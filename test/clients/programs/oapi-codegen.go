// A shop on the client of oapi-codegen: see ../run.ts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	api "shop/client"
)

func main() {
	url, key, rest := os.Args[2], os.Args[3], os.Args[4:]
	client, err := api.NewClientWithResponses(url, api.WithRequestEditorFn(func(_ context.Context, call *http.Request) error {
		call.Header.Set("X-Api-Key", key)
		return nil
	}))
	must(err)
	ctx := context.Background()
	switch os.Args[1] {
	case "create":
		amount, err := strconv.ParseFloat(rest[0], 64)
		must(err)
		page, err := client.HostedPageCreateWithResponse(ctx, nil, api.HostedPageCreateBody{
			Amount: amount, Currency: "TRY", OrderNumber: rest[1],
			SuccessUrl: "https://shop.example/thanks", FailUrl: "https://shop.example/basket",
		})
		must(err)
		fmt.Println(page.JSON201.Data.HostedPageUrl)
	case "read":
		payment, err := client.PaymentShowWithResponse(ctx, rest[0], nil)
		must(err)
		fmt.Printf("%.2f\n", payment.JSON200.Data.Amount)
		fmt.Println(payment.JSON200.Data.Status)
		event, err := client.EventShowWithResponse(ctx, rest[1], nil)
		must(err)
		fmt.Println(event.JSON200.Data.Type)
		message, err := os.ReadFile(rest[2])
		must(err)
		var received api.Event
		must(json.Unmarshal(message, &received))
		fmt.Println(received.Type)
		unknown, err := client.PaymentShowWithResponse(ctx, "PAY-00000000000000000000000000", nil)
		must(err)
		var refusal api.Refusal
		must(json.Unmarshal(unknown.Body, &refusal))
		fmt.Println(refusal.ErrorCode)
	case "refund":
		body := api.RefundCreateBody{TransactionId: rest[0], Amount: 10.25, Reason: "broken"}
		refund, err := client.RefundPartialWithResponse(ctx, nil, body)
		must(err)
		fmt.Println(refund.JSON201.Data.Status)
		order, limit := api.EventListParamsOrder("oldest"), 50
		for params := (&api.EventListParams{Order: &order, Limit: &limit}); ; time.Sleep(100 * time.Millisecond) {
			feed, err := client.EventListWithResponse(ctx, params)
			must(err)
			for _, event := range feed.JSON200.Data.Items {
				if event.ObjectId == refund.JSON201.Data.RefundId.String() && event.Type == "refund.completed" {
					fmt.Println(event.Type)
					return
				}
			}
			params.Cursor = feed.JSON200.Data.NextCursor
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
