/** Everything that waits goes through here, so that tests need not sleep. */
export const clock = {
  wait(millis: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.min(millis, 2 ** 31 - 1)))
  },
}
