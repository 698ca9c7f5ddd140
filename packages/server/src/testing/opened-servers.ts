interface Server {
  close(): Promise<void>
}

const opened: Server[] = []

export function closeAfterFile<S extends Server>(server: S): S {
  opened.push(server)
  return server
}

export async function closeServers(): Promise<void> {
  await Promise.all(opened.splice(0).map((server) => server.close()))
}
