import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Certificate authority of the tests. */
export const makeCertificate = (hosts: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-tls-'))
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`)
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = hosts.map((host) => `DNS:${host}`)
  try {
    openssl('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-subj', '/CN=Tests')
    openssl('req', ...key, '-keyout', file('key.pem'), '-out', file('csr.pem'), '-subj', '/CN=calls')
    writeFileSync(file('names'), `subjectAltName=${names.join(',')}`)
    const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-extfile', file('names'), '-days', '7']
    openssl('x509', '-req', '-in', file('csr.pem'), '-out', file('cert.pem'), ...signed)
    const [ca, cert, secret] = ['ca.pem', 'cert.pem', 'key.pem'].map((name) =>
      readFileSync(file(name), 'utf8'),
    )
    const spki = createPublicKey(ca!).export({ type: 'spki', format: 'der' })
    return {
      ca: ca!,
      cert: `${cert}${ca}`,
      key: secret!,
      /** Trusted by the browser. */
      pin: createHash('sha256').update(spki).digest('base64'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
