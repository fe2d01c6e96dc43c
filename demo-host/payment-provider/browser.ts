/** Served as Stripe.js: the few methods that a card form uses, with the card number in a frame of this origin. */
export const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin
  const frames = new WeakMap()
  const createCard = (type, { style } = {}) => {
    const frame = document.createElement('iframe')
    frame.src = origin + '/stripe/card'
    frame.title = 'Secure card payment input frame'
    frame.width = '100%'
    frame.height = '20'
    // Otherwise a frame without its own color scheme has a white background on a dark page.
    Object.assign(frame.style, { display: 'block', colorScheme: 'light only' })
    frame.setAttribute('frameborder', '0')
    const listeners = { ready: [], change: [], focus: [], blur: [] }
    const look = () => frame.contentWindow?.postMessage({ style }, origin)
    frame.addEventListener('load', look)
    frame.addEventListener('load', () => listeners.ready.forEach((run) => run()))
    addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow) listeners[data?.event]?.forEach((run) => run())
    })
    const element = {
      mount: (node) => node.append(frame),
      unmount: () => frame.remove(),
      destroy: () => frame.remove(),
      update: (options) => {
        style = options.style ?? style
        look()
      },
      focus: () => frame.focus(),
      on: (type, run) => (listeners[type]?.push(run), element),
    }
    frames.set(element, frame)
    return element
  }
  const send = (element, message) =>
    new Promise((resolve) => {
      const frame = frames.get(element)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      frame.contentWindow.postMessage(message, origin, [port2])
    })
  // The bank's page is a frame in the body, over everything, as with the provider's own script.
  const challenge = () =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.src = origin + '/stripe/challenge'
      frame.title = 'Confirmation by your bank'
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647' })
      const listen = ({ source, data }) => {
        if (source !== frame.contentWindow) return
        removeEventListener('message', listen)
        frame.remove()
        resolve(data)
      }
      addEventListener('message', listen)
      document.body.append(frame)
    })
  window.Stripe = () => ({
    elements: () => ({ create: createCard }),
    async confirmCardSetup(secret, { payment_method: { card, billing_details: details = {} } }) {
      const message = { secret, name: details.name ?? '' }
      let outcome = await send(card, message)
      if (outcome.status === 'requires_action') outcome = await send(card, { ...message, proof: await challenge() })
      if (outcome.error) return { error: { type: 'card_error', message: outcome.error } }
      return { setupIntent: { status: outcome.status, payment_method: outcome.paymentMethodId } }
    },
  })
  window.Stripe.version = 'stand-in'
})()
`

const FRAME_SCRIPT = `
const form = document.forms[0]
const call = async (body) => (await fetch('/stripe/confirm', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
const show = ({ base, invalid }) => {
  const { color, fontSize, fontFamily } = base
  Object.assign(document.body.style, { color, fontSize, fontFamily })
  document.body.style.setProperty('--placeholder', base['::placeholder'].color)
  document.body.style.setProperty('--invalid', invalid.color)
}
for (const [event, type] of [['focus', 'focusin'], ['blur', 'focusout']]) form.addEventListener(type, () => parent.postMessage({ event }, '*'))
addEventListener('message', async ({ data, ports: [port] }) => {
  if (data.style) return show(data.style)
  const [month, year] = form.expiry.value.split('/')
  const body = { ...data, number: form.number.value, expMonth: Number(month), expYear: 2000 + Number(year) }
  port.postMessage(await call(body))
})
`

const LOOK = `<style>
:root{color-scheme:light dark}body{margin:4px;font:14px system-ui}
button{padding:8px 12px;font:inherit}main{max-width:360px;margin:15vh auto;padding:24px;background:Canvas;border:1px solid}
</style>`

/** One line of text: the page that contains the frame styles the box, and sends the colors. */
const CARD_LOOK = `<style>
body{margin:0;font:14px system-ui}form{display:flex;gap:8px}input{box-sizing:border-box;height:20px;padding:0;border:0;outline:0;
background:none;color:inherit;font:inherit}input::placeholder{color:var(--placeholder)}input:user-invalid{color:var(--invalid)}
[name=number]{flex:1;min-width:0}[name=expiry]{width:64px}[name=cvc]{width:40px}
</style>`

/** The card form. */
export const CARD_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title>${CARD_LOOK}
<form><input name="number" aria-label="Card number" inputmode="numeric" autocomplete="cc-number" placeholder="Card number">
<input name="expiry" aria-label="Expiry date (MM/YY)" autocomplete="cc-exp" placeholder="MM / YY">
<input name="cvc" aria-label="Security code" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"></form>
<script>${FRAME_SCRIPT}</script></html>`

/** The page of the bank, for cards that require confirmation. */
export const CHALLENGE_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title>${LOOK}
<main><p>Your bank asks you to confirm this card.</p>
<button value="complete">Complete authentication</button> <button value="fail">Fail authentication</button></main>
<script>
for (const button of document.querySelectorAll('button')) button.onclick = () => parent.postMessage(button.value, '*')
</script></html>`
