import { fileURLToPath } from 'node:url'
import { API, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Everything that users of a package can name: its exports, and the members of its interfaces and classes. Not what is
 * marked with `@internal`, because only our own packages use it.
 */
export function listPublicNames(name, entry = 'src/index.ts') {
  const folder = `${root}packages/${name}`
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${folder}/tsconfig.json`] }).getProjects()
    return listNames(project, `${folder}/${entry}`, `${folder}/src/`.toLowerCase())
  } finally {
    api.close()
  }
}

function listNames({ checker, program }, entry, sources) {
  const names = new Map()
  const isOurs = ({ path }) => path.toLowerCase().startsWith(sources)
  const add = (name, symbol, kind) => {
    const [declaration] = symbol.declarations.filter(isOurs)
    const tags = symbol.getJsDocTags(checker)
    const has = (tag) => tags.some((each) => each.name === tag)
    if (!declaration || has('internal')) return undefined
    // What a type inherits is explained where it is declared.
    const place = `${declaration.path} ${declaration.index}`
    const known = names.get(place)
    if (known) return known
    const added = {
      name,
      examples: tags.filter((tag) => tag.name === 'example').map(({ text }) => text),
      hasText: symbol.getDocumentationComment(checker) !== '' || has('deprecated'),
      isDeprecated: has('deprecated'),
      kind,
      types: [],
    }
    names.set(place, added)
    return added
  }

  for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))) {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const type = add(exported.name, symbol, 'export')
    if (!type || !(symbol.flags & (SymbolFlags.Interface | SymbolFlags.Class | SymbolFlags.TypeAlias))) continue
    const declared = checker.getDeclaredTypeOfSymbol(symbol)
    if (declared.flags & TypeFlags.Union) continue
    for (const member of checker.getPropertiesOfType(declared)) {
      const parent = member.getParent()?.name ?? '__type'
      const owner = parent.startsWith('__') ? exported.name : parent
      if (/^(_|#)/.test(member.name) || member.name.includes('@')) continue
      const needsExample = owner.endsWith('AppConstructorOptions') || isMethod(checker, member)
      add(`${owner}.${member.name}`, member, needsExample ? 'method' : 'field')?.types.push(type)
    }
  }
  return [...names.values()].map((each) => ({ ...each, isMissing: !each.hasText || !isShown(each) }))
}

/** Fields are shown in an example of their type. Everything else has an example of its own. */
function isShown({ name, kind, examples, types, isDeprecated }) {
  if (examples.length > 0 || isDeprecated) return true
  if (kind !== 'field') return false
  const mention = new RegExp(`\\b${name.split('.')[1]}\\b`)
  return types.some((type) => type.examples.some((example) => mention.test(example)))
}

function isMethod(checker, member) {
  if (member.flags & SymbolFlags.Method) return true
  const type = checker.getTypeOfSymbol(member)
  return !(member.flags & SymbolFlags.Optional) && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0
}
