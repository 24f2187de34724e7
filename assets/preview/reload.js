// Asks whether the page has changed. Only pages of the preview load this.
(() => {
  let seen = null
  let box = null

  function tell(message) {
    if (!message) {
      box?.remove()
      box = null
      return
    }
    if (!box) {
      box = document.createElement('pre')
      box.setAttribute('role', 'alert')
      box.style.cssText = 'position:fixed;inset:auto 0 0 0;margin:0;padding:1rem;max-height:60vh;' +
        'overflow:auto;white-space:pre-wrap;background:#7a1f1f;color:#fff;' +
        'font:14px/1.5 monospace;z-index:2147483647'
      document.body.append(box)
    }
    box.textContent = message
  }

  async function ask() {
    try {
      const answer = await fetch('/-/state', { cache: 'no-store' })
      const state = await answer.json()
      if (seen !== null && state.version !== seen) {
        location.reload()
        return
      }
      seen = state.version
      tell(state.message)
    } catch {
      tell('The preview has ended.')
    }
    setTimeout(ask, 400)
  }
  ask()
})()
