<?php
// A shop on the generated PHP client: see ../run.ts. Guzzle comes from Composer, or from the include path.
namespace OpenAPI\Client;

@include __DIR__ . '/vendor/autoload.php';
if (!class_exists(\GuzzleHttp\Client::class)) require 'GuzzleHttp/autoload.php';
spl_autoload_register(fn (string $name) => @include __DIR__ . '/lib/'
  . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $name) . '.php');

[, $action, $url, $key, $first] = $argv;
$configuration = (new Configuration())->setHost($url)->setApiKey('X-Api-Key', $key);
$http = new \GuzzleHttp\Client();
$payments = new Api\PaymentApi($http, $configuration);
$events = new Api\EventApi($http, $configuration);

if ($action === 'create') {
  $order = new Model\HostedPageCreateBody([
    'amount' => (float) $first,
    'currency' => 'TRY',
    'order_number' => $argv[5],
    'success_url' => 'https://shop.example/thanks',
    'fail_url' => 'https://shop.example/basket',
  ]);
  $page = (new Api\HostedPageApi($http, $configuration))->hostedPageCreate($order);
  echo $page->getData()->getHostedPageUrl(), "\n";
} elseif ($action === 'read') {
  $payment = $payments->paymentShow($first)->getData();
  printf("%.2f\n%s\n", $payment->getAmount(), $payment->getStatus());
  echo $events->eventShow($argv[5])->getData()->getType(), "\n";
  $message = json_decode(file_get_contents($argv[6]));
  echo ObjectSerializer::deserialize($message, Model\Event::class)->getType(), "\n";
  try {
    $payments->paymentShow('PAY-00000000000000000000000000');
  } catch (ApiException $refused) {
    echo json_decode($refused->getResponseBody())->errorCode, "\n";
  }
} else {
  $body = new Model\RefundCreateBody(['transaction_id' => $first, 'amount' => 10.25, 'reason' => 'broken']);
  $refund = (new Api\RefundApi($http, $configuration))->refundPartial($body)->getData();
  echo $refund->getStatus(), "\n";
  for ($cursor = null; ; usleep(100_000)) {
    $feed = $events->eventList(order: 'oldest', limit: 50, cursor: $cursor)->getData();
    foreach ($feed->getItems() as $event) {
      if ($event->getObjectId() === $refund->getRefundId() && $event->getType() === 'refund.completed') {
        exit($event->getType() . "\n");
      }
    }
    $cursor = $feed->getNextCursor();
  }
}
