import { formatOptions } from './options-text.mjs'
import { vendorOf } from './state.mjs'

const indent = (text, by) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

/** Escapes what would end the script element or begin a comment in it. */
const inScript = (text) => text.replaceAll('<', '\\x3C')

const MARKUP = {
  'fe-login-box': '<fe-login-box></fe-login-box>',
  'fe-admin-portal': '<fe-admin-portal open="true" mode="inline"></fe-admin-portal>',
}
const COMPONENTS = { 'fe-login-box': 'LoginBox', 'fe-admin-portal': 'AdminPortal' }

const scriptTag = (element, options, release) =>
  `<script src="${release}/fe.umd.js" crossorigin="anonymous"></script>
${MARKUP[element]}
<script>
  fe.init(${indent(inScript(options), 2)})
</script>
`

const module = (element, options) =>
  `import { init } from 'front-entry'

init(${options})

const element = document.createElement('${element}')
${element === 'fe-admin-portal' ? "element.setAttribute('open', 'true')\nelement.setAttribute('mode', 'inline')\n" : ''}document.body.append(element)
`

const react = (element, options) =>
  `import type { InitOptions } from 'front-entry'
import { FrontEntryProvider, ${COMPONENTS[element]} } from 'front-entry/react'

const options: InitOptions = ${options}

export default function App() {
  return (
    <FrontEntryProvider options={options}>
      <${COMPONENTS[element]} />
    </FrontEntryProvider>
  )
}
`

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
