import type { Routes } from '@latchkey/contract'
import { sendRequest, type TestProject } from './project.ts'

type Name = keyof Routes extends infer Id ? (Id extends `POST /connection-setups/${infer Rest}` ? Rest : never) : never
type Reply<N extends Name> = Routes[`POST /connection-setups/${N}`]['response']['client']

/** What the administrator of a company does with a new link, from anywhere and without any key. */
export async function holdLink(project: TestProject, connectionId: string, maker: object = { as: 'server' }) {
  const { url } = await project.call('POST /connections/{connection_id}/setup-link', {
    params: { connection_id: connectionId },
    body: {},
    ...maker,
  })
  const code = new URL(url).hash.slice(1)
  const send = async (name: Name, body: object = {}) => {
    const answer = await sendRequest(project.server, `POST /connection-setups/${name}`, { body: { code, ...body } })
    return { ...answer, code: answer.headers.get('x-stack-known-error') }
  }
  const call = async <N extends Name>(name: N, body: object = {}): Promise<Reply<N>> => {
    const answer = await send(name, body)
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Reply<N>
  }
  return { url, code, send, call }
}
