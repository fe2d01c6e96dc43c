// The page in the frame of the playground: shows an element with the settings that the page around it sends, and
// reports what the product says about them.
import { openPlayground } from '{{release}}/gallery.js'

const playground = openPlayground(document.getElementById('stage'))
const send = (message) => parent.postMessage(JSON.stringify(message), location.origin)

for (const level of ['warn', 'error']) {
  const log = console[level].bind(console)
  console[level] = (first, ...rest) => {
    log(first, ...rest)
    if (String(first).startsWith('[front-entry] ')) send({ said: String(first).replace('[front-entry] ', '') })
  }
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return
  const { scheme, ...settings } = JSON.parse(data)
  document.documentElement.dataset.scheme = scheme
  try {
    playground.show(settings)
  } catch ({ message }) {
    send({ refused: message })
  }
})
send({ isReady: true })
