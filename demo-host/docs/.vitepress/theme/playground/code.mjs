import { formatOptions } from './options-text.mjs'
import { vendorOf } from './state.mjs'

const indent = (text, by) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

/** Escapes what would end the script element or begin a comment in it. */
const inScript = (text) => text.replaceAll('<', '\\x3C')

const COMPONENTS = { 'fe-login-box': ['LoginBox', ''], 'fe-admin-portal': ['AdminPortal', ' page="users"'] }
const ATTRIBUTES = { 'fe-login-box': {}, 'fe-admin-portal': { open: 'true', mode: 'inline', page: 'users' } }

const markupOf = (element) => {
  const settings = Object.entries(ATTRIBUTES[element]).map(([name, value]) => ` ${name}="${value}"`)
  return `<${element}${settings.join('')}></${element}>`
}

const scriptTag = (element, options, release) =>
  `<script src="${release}/fe.umd.js" crossorigin="anonymous"></script>
${markupOf(element)}
<script>
  fe.init(${indent(inScript(options), 2)})
</script>
`

const module = (element, options) => {
  const settings = Object.entries(ATTRIBUTES[element]).map(
    ([name, value]) => `element.setAttribute('${name}', '${value}')\n`,
  )
  return `import { init } from 'front-entry'

init(${options})

const element = document.createElement('${element}')
${settings.join('')}document.body.append(element)
`
}

const react = (element, options) => {
  const [component, props] = COMPONENTS[element]
  return `import type { InitOptions } from 'front-entry'
import { FrontEntryProvider, ${component} } from 'front-entry/react'

const options: InitOptions = ${options}

export default function App() {
  return (
    <FrontEntryProvider options={options}>
      <${component}${props} />
    </FrontEntryProvider>
  )
}
`
}

/** Returns the code that shows the same element with the same options, by the name of its kind. */
export const codeOf = (state, options, { release, contextOptions }) => {
  const whole = formatOptions({ ...options, contextOptions: { ...contextOptions, ...options.contextOptions } })
  return {
    'Script tag': scriptTag(state.element, whole, release),
    'ES module': module(state.element, whole),
    React: react(state.element, whole),
    'Vendor settings': `${JSON.stringify(vendorOf(state), null, 2)}\n`,
  }
}
