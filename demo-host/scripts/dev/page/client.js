// The first script of each page of the demo host in development: it replaces style sheets in place, reloads the page after
// other edits, and shows problems over the page.
{
  const { origin } = new URL(document.currentScript.src)
  const RETRY_MS = 500
  const updates = new Map()
  /**
   * Sheets of the page, each with its original text. They are weak references, so that closed dialogs can be collected.
   */
  const sheets = new Set()
  let hasScopedSheets = false
  let reloadsOnceBuilt = false

  const updated = (text) => {
    let result = text
    for (const [file, latest] of updates) {
      const [start, end] = [`/*<${file}>*/`, `/*</${file}>*/`].map((mark) => result.indexOf(mark))
      if (start >= 0 && end > start) result = result.slice(0, start) + latest + result.slice(end + file.length + 7)
    }
    return result
  }

  const replaceSync = CSSStyleSheet.prototype.replaceSync
  CSSStyleSheet.prototype.replaceSync = function (text) {
    if (text.includes('/*<src/')) sheets.add({ sheet: new WeakRef(this), text })
    else if (text.includes('@layer front-entry{')) hasScopedSheets = true
    return replaceSync.call(this, updated(text))
  }

  const replaceStyle = (file, text) => {
    updates.set(file, text)
    // Styles of an element without a shadow root are scoped before they are applied, so they change with the next build.
    if (hasScopedSheets) reloadsOnceBuilt = true
    for (const entry of sheets) {
      const sheet = entry.sheet.deref()
      if (!sheet) sheets.delete(entry)
      else if (entry.text.includes(`/*<${file}>*/`)) replaceSync.call(sheet, updated(entry.text))
    }
  }

  const create = (tag, className, ...children) => {
    const element = document.createElement(tag)
    element.className = className
    element.append(...children)
    return element
  }

  const itemOf = ({ kind, file, line, column, message, frame }) => {
    const place = file ? create('code', 'place', line ? `${file}:${line}:${column}` : file) : ''
    const item = create(
      'li',
      '',
      create('p', 'head', create('span', 'kind', kind), place),
      create('p', 'message', message),
    )
    if (frame) item.append(create('pre', 'frame', frame))
    return item
  }

  const titleOf = (problems) => {
    const [{ kind }] = problems
    if (problems.length === 1) return kind
    return problems.every((problem) => problem.kind === kind)
      ? `${problems.length} ${kind.toLowerCase()}s`
      : `${problems.length} problems`
  }

  const NOTES = {
    'Type error': 'The page runs with this error.',
    others: 'The last version that works keeps running. This message goes away once the error is fixed.',
  }

  let overlay
  const showProblems = (problems) => {
    overlay?.remove()
    overlay = undefined
    if (problems.length === 0) return
    overlay = create('front-entry-problems', '')
    overlay.popover = 'manual'
    const shadow = overlay.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    replaceSync.call(sheet, '{{overlay.css}}')
    shadow.adoptedStyleSheets = [sheet]
    const hide = create('button', 'hide', 'Hide')
    hide.type = 'button'
    hide.addEventListener('click', () => showProblems([]))
    const onlyTypes = problems.every(({ kind }) => kind === 'Type error')
    const panel = create(
      'section',
      onlyTypes ? 'panel types' : 'panel',
      create('header', '', create('h2', '', titleOf(problems)), hide),
      create('ol', '', ...problems.map(itemOf)),
      create('p', 'note', onlyTypes ? NOTES['Type error'] : NOTES.others),
    )
    panel.setAttribute('role', 'alert')
    shadow.append(panel)
    document.documentElement.append(overlay)
    // The top layer is above open dialogs.
    overlay.showPopover()
  }

  let run
  const handlers = {
    /** Another run of `npm run dev` may have built other files. */
    hello({ run: current }) {
      if (run && run !== current) return location.reload()
      run = current
    },
    problems: ({ problems }) => showProblems(problems),
    style: ({ file, text }) => replaceStyle(file, text),
    built: () => reloadsOnceBuilt && location.reload(),
    reload: () => location.reload(),
  }

  const connect = () => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/dev/pages`)
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data)
      handlers[message.type](message)
    })
    socket.addEventListener('close', () => setTimeout(connect, RETRY_MS))
  }
  connect()
}
