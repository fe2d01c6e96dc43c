import { formatOptions } from './options-text.mjs'

const ELEMENTS = ['fe-login-box', 'fe-admin-portal']
const STRATEGIES = ['EmailAndPassword', 'Code', 'MagicLink', 'SmsCode']

export const initialState = () => ({
  element: 'fe-login-box',
  strategy: 'EmailAndPassword',
  passkeys: true,
  signUp: true,
  text: formatOptions({ themeOptions: { palette: { primary: { main: '#4f46e5' } }, shape: { borderRadius: 8 } } }),
})

/** Returns the state as the hash of a link; defaults are left out. */
export const linkOf = (state) => {
  const initial = initialState()
  const changed = Object.keys(initial).filter((name) => state[name] !== initial[name])
  return String(new URLSearchParams(changed.map((name) => [name, String(state[name])])))
}

const oneOf = (values, value, initial) => (values.includes(value) ? value : initial)
const flag = (value, initial) => (value === null ? initial : value === 'true')

/** Returns the state of a link; missing or invalid parts keep their defaults. */
export const stateOf = (hash) => {
  const link = new URLSearchParams(hash.replace(/^#/, ''))
  const initial = initialState()
  return {
    element: oneOf(ELEMENTS, link.get('element'), initial.element),
    strategy: oneOf(STRATEGIES, link.get('strategy'), initial.strategy),
    passkeys: flag(link.get('passkeys'), initial.passkeys),
    signUp: flag(link.get('signUp'), initial.signUp),
    text: link.get('text') ?? initial.text,
  }
}

/** Returns the vendor settings of the state, in the form of the settings file. */
export const vendorOf = ({ strategy, passkeys, signUp }) => ({
  waysToSignIn: {
    mainAuthStrategies: [{ strategy }],
    secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: passkeys }],
  },
  signInPolicy: { allowSignups: signUp, authStrategy: strategy },
})
