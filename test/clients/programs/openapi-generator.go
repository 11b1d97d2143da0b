// A shop on the generated Go client: see ../run.ts.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	url, key, rest := os.Args[2], os.Args[3], os.Args[4:]
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: url}}
	client := api.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), api.ContextAPIKeys, map[string]api.APIKey{"ApiKey": {Key: key}})
	if os.Args[1] == "create" {
		amount, err := strconv.ParseFloat(rest[0], 64)
		must(err)
		order := api.NewHostedPageCreateBody(amount, "TRY", "https://shop.example/thanks", "https://shop.example/basket", rest[1])
		page, _, err := client.HostedPageAPI.HostedPageCreate(ctx).HostedPageCreateBody(*order).Execute()
		must(err)
		fmt.Println(page.Data.HostedPageUrl)
		return
	}
	if os.Args[1] == "refund" {
		body := api.NewRefundCreateBody(rest[0], 10.25, "broken")
		refund, _, err := client.RefundAPI.RefundPartial(ctx).RefundCreateBody(*body).Execute()
		must(err)
		fmt.Println(refund.Data.Status)
		for call := client.EventAPI.EventList(ctx).Order("oldest").Limit(50); ; time.Sleep(100 * time.Millisecond) {
			feed, _, err := call.Execute()
			must(err)
			for _, event := range feed.Data.Items {
				if event.ObjectId == refund.Data.RefundId && event.Type == "refund.completed" {
					fmt.Println(event.Type)
					return
				}
			}
			call = call.Cursor(*feed.Data.NextCursor.Get())
		}
	}
	payment, _, err := client.PaymentAPI.PaymentShow(ctx, rest[0]).Execute()
	must(err)
	fmt.Printf("%.2f\n", payment.Data.Amount)
	fmt.Println(payment.Data.Status)
	event, _, err := client.EventAPI.EventShow(ctx, rest[1]).Execute()
	must(err)
	fmt.Println(event.Data.Type)
	message, err := os.ReadFile(rest[2])
	must(err)
	var received api.Event
	must(json.Unmarshal(message, &received))
	fmt.Println(received.Type)
	_, _, err = client.PaymentAPI.PaymentShow(ctx, "PAY-00000000000000000000000000").Execute()
	var refused *api.GenericOpenAPIError
	if errors.As(err, &refused) {
		var refusal api.Refusal
		must(json.Unmarshal(refused.Body(), &refusal))
		fmt.Println(refusal.ErrorCode)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
