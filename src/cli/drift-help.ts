/** One screen: at most 24 lines of 80 characters. */
export const help = `Usage: cloud-compute-sdk drift --openapi <file or URL> [flags]
       cloud-compute-sdk drift --graphql <file or URL> [flags]

Compares what this package was generated from with the document of a service,
and says in the words of the client what is breaking, deprecated and new.

  --openapi <file or URL>     an OpenAPI 3 document, as JSON or YAML
  --graphql <file or URL>     a schema as SDL, or what introspection answered; a
                              URL is read by GET: not that of the service itself
  --surface <name>            what an OpenAPI document is of: rest, jobs
                              (the one that shares most of its paths)
  --format <name>             text, markdown or json (text)
  --acknowledged <file>       a YAML list of { change, reason }, for breaking
                              changes that are known, worded as in the report
  --header <"name: value">    sent to the address, and nowhere else; an API key
                              is never sent unless it is given here
  --help                      this text

Exit codes: 0 nothing breaking, 1 a breaking change that is not acknowledged or
an acknowledgement that matches none, 2 wrong flags or an unreadable document.`;
