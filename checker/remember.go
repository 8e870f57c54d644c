package checker

// memory is a cache of the newest values put into it.
type memory[K comparable, V any] struct {
	values map[K]V
	order  []K
}

func (m *memory[K, V]) get(key K) (V, bool) {
	v, ok := m.values[key]
	return v, ok
}

func (m *memory[K, V]) put(key K, value V, most int) {
	if m.values == nil {
		m.values = map[K]V{}
	}
	if _, ok := m.values[key]; !ok {
		m.order = append(m.order, key)
	}
	m.values[key] = value
	for len(m.order) > most {
		delete(m.values, m.order[0])
		m.order = m.order[1:]
	}
}
