import { html, raw } from 'hono/html'
import type { Html } from '../../http/pages/layout.ts'
import { type Api, anchorOf, bodyOf, nameOf, type Operation, type Parameter, responseOf, type Schema } from './api.ts'
import { exampleCurl, exampleResponse } from './examples.ts'
import { describeField, type Field, listFields } from './fields.ts'
import { renderCodeBlock } from './highlight.ts'
import { renderInline, renderPath } from './inline.ts'
import { placeOfError, placeOfObject } from './places.ts'

/** One route: parameters and response on the left, an example on the right. */
export function renderRoute(operation: Operation, api: Api, url: string): Html {
  const id = operation['x-route']
  const [method, path] = id.split(' ') as [string, string]
  const anchor = anchorOf(id)
  const response = exampleResponse(operation, api)
  return html`
    <article class="route" id="${anchor}" aria-labelledby="${anchor}-title">
      <div class="route-text">
        <h2 id="${anchor}-title"><a class="title-link" href="#${anchor}">${operation.summary}</a></h2>
        <p class="signature"><span class="method" data-method="${method}">${method}</span> <code>${renderPath(path)}</code></p>
        ${operation.description ? html`<p>${renderInline(operation.description)}</p>` : ''}
        ${renderAccess(operation)} ${renderRoles(operation)} ${renderLimits(operation)} ${renderParameters(operation.parameters)} ${renderBody(bodyOf(operation))}
        ${renderResponse(operation)} ${renderOwnErrors(operation, api)}
      </div>
      <div class="route-examples">
        ${raw(renderCodeBlock('bash', exampleCurl(operation, url), 'Request'))}
        ${response ? raw(renderCodeBlock('json', response, `Response ${responseOf(operation).status}`)) : ''}
      </div>
    </article>
  `
}

function renderAccess({ 'x-access': levels, security }: Operation): Html {
  if (levels.length === 0) return html`<p class="access"><span class="level">public</span></p>`
  const asking = levels.filter((_, index) => security[index]?.accessToken)
  const who = asking.length === levels.length ? '' : ` (${asking.join(', ')} access)`
  return html`
    <p class="access">
      ${levels.map((level) => html`<span class="level">${level}</span> `)}
      ${asking.length > 0 ? html`<span class="level" data-user>signed-in user${who}</span>` : ''}
    </p>
  `
}

function renderRoles({ 'x-owner-roles': roles }: Operation): Html | '' {
  return roles ? html`<p class="notes">With the session of an owner: for the role ${roles.join(', ')}.</p>` : ''
}

function renderLimits({ 'x-limits': limits }: Operation): Html | '' {
  return limits ? html`<p class="notes">Limits: ${limits.join(', ')}.</p>` : ''
}

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const

function renderParameters(parameters: Parameter[]): Html {
  const groups = (['path', 'query', 'header'] as const).map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    const fields = own.map(({ name, schema, required, description }) => {
      const field = describeField(name, schema, required)
      return description ? { ...field, notes: [...field.notes, description.replace(/\.$/, '')] } : field
    })
    return fields.length > 0 ? html`<h3>${places[place]}</h3>${renderFields(fields)}` : ''
  })
  return html`${groups}`
}

function renderBody(schema: Schema | undefined): Html | '' {
  if (!schema) return ''
  const fields = listFields(schema)
  return html`<h3>Body</h3>
    ${fields.length > 0 ? renderFields(fields) : html`<p>${renderInline(schema.description ?? 'Any JSON value.')}</p>`}`
}

const messages: Record<string, string> = {
  'text/plain': 'A sentence in plain text.',
  redirect: 'A redirect.',
  'text/html': 'A page.',
}

function renderResponse(operation: Operation): Html {
  const { status, type, schema } = responseOf(operation)
  return html`<h3>Response <span class="status">${status}</span></h3>
    ${messages[type] ? html`<p>${messages[type]}</p>` : renderResponseSchema(schema)}`
}

function renderResponseSchema(schema: Schema): Html {
  const variants = schema.anyOf?.filter((option) => option['x-access'] && nameOf(option))
  if (variants?.length) {
    return html`<ul class="plain">
      ${variants.map((variant) => html`<li>${variant['x-access']!.join(', ')}: ${renderObjectLink(nameOf(variant)!)}</li>`)}
    </ul>`
  }
  const name = nameOf(schema)
  if (name) return html`<p>${renderObjectLink(name)}</p>`
  const fields = listFields(schema)
  return fields.length > 0 ? renderFields(fields, 'optional') : html`<p>An empty object.</p>`
}

function renderObjectLink(name: string): Html {
  return html`<a href="${placeOfObject(name)}"><code>${name}</code></a>`
}

/** Requests mark required fields, responses mark optional ones. */
export function renderFields(fields: Field[], marked: 'required' | 'optional' = 'required'): Html {
  return html`<dl class="fields">
    ${fields.map(
      (field) => html`<div>
        <dt>
          <code>${renderPath(field.path)}</code>
          ${(marked === 'required') === field.isRequired ? html`<span class="mark">${marked}</span>` : ''}
        </dt>
        <dd>
          <span class="type">${field.link ? html`<a href="${placeOfObject(field.link)}">${field.type}</a>` : field.type}</span>
          ${field.levels ? html`<span class="level">${field.levels.join(', ')} only</span>` : ''}
          ${field.notes.length > 0 ? html`<span class="notes">${renderInline(field.notes.join('; '))}</span>` : ''}
        </dd>
      </div>`,
    )}
  </dl>`
}

function renderOwnErrors({ 'x-errors': codes }: Operation, api: Api): Html | '' {
  if (codes.length === 0) return ''
  return html`<h3>Errors</h3>
    <ul class="errors">
      ${codes.map((code) => {
        const { 'x-status': status, examples } = api.components.schemas[code]!
        const { error } = examples![0] as { error: string }
        return html`<li>
          <span class="status">${String(status)}</span>
          <a class="error-link" href="${placeOfError(code)}"><code>${renderPath(code)}</code></a>
          <span class="notes">${error}</span>
        </li>`
      })}
    </ul>`
}
