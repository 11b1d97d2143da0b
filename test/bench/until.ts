// Waits for work that a call leaves to another function, such as the bank's callback.
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('The condition was not met in time.');
}
