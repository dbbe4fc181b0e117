// p-queue tells Node how many listeners a queue may have; of targets of jsdom's events Node only accepts those with this.
if ('document' in globalThis) Object.assign(EventTarget.prototype, { setMaxListeners: () => {} })
