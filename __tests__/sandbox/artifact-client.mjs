// The real client, in a process of its own: it reads the runner's variables and writes workflow commands to stdout.
import { DefaultArtifactClient } from '@actions/artifact';

const [name, root, options, ...files] = process.argv.slice(2);
try {
  const uploaded = await new DefaultArtifactClient().uploadArtifact(name, files, root, JSON.parse(options));
  process.stderr.write(JSON.stringify(uploaded));
} catch (error) {
  process.stderr.write(JSON.stringify({ error: `${error.name}: ${error.message}` }));
}
