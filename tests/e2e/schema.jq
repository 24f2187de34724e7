# Checks documents against $schema and prints every violation. Knows the keywords that
# schema/broadsheet-1.schema.json uses, and stops at one that it doesn't know.

def kind: if type == "number" and . == floor then "integer" else type end;

def known: ["$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "pattern",
            "minimum", "minLength", "required", "properties", "additionalProperties", "items"];

def check($s; $at):
  . as $v
  | if ($s | keys - known) != [] then "\($at): keyword not known: \($s | keys - known)" else empty end,
    if $s["$ref"] then check($schema["$defs"][$s["$ref"] | ltrimstr("#/$defs/")]; $at)
    else
      (if $s | has("type") then
         ([$s.type] | flatten) as $types
         | if $types | index($v | kind) or (index("number") and ($v | type) == "number") then empty
           else "\($at): is \($v | kind), not \($types | join(" or "))" end
       else empty end),
      (if ($s | has("const")) and $v != $s.const then "\($at): is \($v | tojson)" else empty end),
      (if $s | has("enum") then
         if any($s.enum[]; . == $v) then empty else "\($at): is \($v | tojson)" end
       else empty end),
      (if $s.pattern and ($v | type) == "string" and ($v | test($s.pattern) | not)
       then "\($at): does not match \($s.pattern)" else empty end),
      (if ($s | has("minimum")) and ($v | type) == "number" and $v < $s.minimum
       then "\($at): is below \($s.minimum)" else empty end),
      (if $s.minLength and ($v | type) == "string" and ($v | length) < $s.minLength
       then "\($at): is too short" else empty end),
      (if ($v | type) == "object" then
         (($s.required // []) - ($v | keys) | .[] | "\($at): lacks \(.)"),
         ($v | to_entries[] | . as $e
          | if $s.properties[$e.key]? then $e.value | check($s.properties[$e.key]; "\($at).\($e.key)")
            elif $s.additionalProperties == false then "\($at): has \($e.key)"
            elif ($s.additionalProperties | type) == "object" then
              $e.value | check($s.additionalProperties; "\($at).\($e.key)")
            else empty end)
       else empty end),
      (if ($v | type) == "array" and $s.items then
         range($v | length) as $i | $v[$i] | check($s.items; "\($at)[\($i)]")
       else empty end)
    end;

check($schema; "\(.file // "?")")
