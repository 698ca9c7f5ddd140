/** All waiting goes through here, so that tests do not have to sleep. */
export const clock = {
  wait(millis: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.min(millis, 2 ** 31 - 1)))
  },
}
