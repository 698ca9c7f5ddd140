import { html } from 'hono/html'
import type { Html } from '../../http/pages/layout.ts'
import { type Api, anchorOf, type Schema } from './api.ts'
import { describeType, listFields } from './fields.ts'
import { renderPath } from './inline.ts'
import { renderFields } from './route.ts'

/** The objects that several routes return. */
export function renderObjects(api: Api): Html {
  const objects = Object.entries(api.components.schemas).filter(
    ([, schema]) => schema.properties && !schema['x-status'],
  )
  return html`
    <h1>Objects</h1>
    <p class="lead">The objects that routes return, and their fields.</p>
    ${objects.map(
      ([name, schema]) => html`
        <article class="object" id="object-${anchorOf(name)}">
          <h2><a class="title-link" href="#object-${anchorOf(name)}"><code>${name}</code></a></h2>
          ${renderFields(listFields(schema), 'optional')}
        </article>
      `,
    )}
  `
}

/** Every error code, starting with those that any route may return. */
export function renderErrors(api: Api): Html {
  const { schemas } = api.components
  const common = [...listMembers(schemas.RequestError), ...listMembers(schemas.AccessError)]
  const others = Object.keys(schemas).filter((name) => schemas[name]!['x-status'] && !common.includes(name))
  return html`
    <h1>Error codes</h1>
    <p class="lead">Any route may return the errors in the first group. The others are listed with the routes that return them.</p>
    <section>
      <h2>Common to all routes</h2>
      ${renderCodes(common, schemas)}
    </section>
    <section>
      <h2>Specific to some routes</h2>
      ${renderCodes(others, schemas)}
    </section>
  `
}

function listMembers(schema: Schema | undefined): string[] {
  return schema?.oneOf?.map((option) => option.$ref!.split('/').at(-1)!) ?? []
}

function renderCodes(codes: string[], schemas: Record<string, Schema>): Html {
  return html`<dl class="codes">
    ${codes.map((code) => {
      const schema = schemas[code]!
      const { error } = schema.examples![0] as { error: string }
      const details = Object.entries(schema.properties!.details?.properties ?? {})
      return html`<div id="error-${anchorOf(code)}">
        <dt><span class="status">${String(schema['x-status'])}</span> <code>${renderPath(code)}</code></dt>
        <dd>
          <span class="message">${error}</span>
          ${details.map(
            ([name, detail]) => html`<span class="notes"><code>details.${name}</code> ${describeType(detail)}</span>`,
          )}
        </dd>
      </div>`
    })}
  </dl>`
}
